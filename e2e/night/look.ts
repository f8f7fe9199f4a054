import type { Page } from '@playwright/test'

/** Returns the theme, and the colour of the phone's own bar, which goes with it. */
export function lookOf(page: Page) {
  return page.evaluate(() => {
    const { theme, look = null } = document.documentElement.dataset
    const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content
    return { theme, look, bar, chosen: localStorage.getItem('theme') }
  })
}

export const LIGHT = { theme: 'light', look: null, bar: '#e3f1fa' }
export const DARK = { theme: 'dark', look: null, bar: '#151311' }
