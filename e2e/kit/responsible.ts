import type { BrowserContext } from '@playwright/test'

const RESPONSIBLE = {
  name: 'Sueños, S. L.',
  address: 'Calle Mayor 1, 28013 Madrid',
  email: 'privacidad@suenos.example',
  officer: 'dpd@suenos.example',
}

/** Serves the page as a server does whose brand.json names who answers for the data, with the text of that day. */
export async function nameResponsible(context: BrowserContext, version: string): Promise<void> {
  await context.route(
    ({ pathname }) => pathname === '/' || pathname === '/privacidad',
    async (route) => {
      const answer = await route.fetch()
      const privacy = JSON.stringify({ ...RESPONSIBLE, version })
      const page = (await answer.text()).replace('"brand":{', `"brand":{"privacy":${privacy},`)
      await route.fulfill({ response: answer, body: page })
    },
  )
}
