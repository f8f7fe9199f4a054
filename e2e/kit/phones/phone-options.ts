import { test as base, type PlaywrightTestOptions } from '@playwright/test'

/** These are the options of a story that make no phone another one. */
type OptionsOfTheRunner = 'actionTimeout' | 'navigationTimeout' | 'testIdAttribute'

/** This is all that two phones can differ in before a story begins. */
export type PhoneOptions = Omit<PlaywrightTestOptions, OptionsOfTheRunner>

/**
 * Tells which phone a story asks for. Playwright hands an option over by its name alone, and the type wants all of
 * them: with one left out, a story would be handed a phone that was made for another, such as one without scripts.
 */
export const test = base.extend<{ phoneOptions: PhoneOptions }>({
  phoneOptions: async (
    {
      acceptDownloads,
      baseURL,
      bypassCSP,
      clientCertificates,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    handOver,
  ) =>
    handOver({
      acceptDownloads,
      baseURL,
      bypassCSP,
      clientCertificates,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    }),
})
