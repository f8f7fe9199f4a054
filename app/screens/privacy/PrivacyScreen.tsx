import type { ReactNode } from 'react'
import { settings } from '../../device/settings.ts'
import { toggleTheme } from '../../device/theme.ts'
import { TopBar } from '../../ui/bars/TopBar.tsx'
import { ScreenHead, ScreenTitle } from '../../ui/layout/ScreenHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { privacyPage as words } from '../../words/privacy.es.ts'
import styles from './PrivacyScreen.module.css'

/** What is kept of people, at a path of its own: with a session or without, and with a network or without. */
export function PrivacyScreen() {
  const { product, provider, supportEmail, privacy } = settings.brand
  const responsible = privacy?.name ?? null
  const whose = { product, provider, responsible, isHosted: settings.supabaseUrl !== '' }
  return (
    <main className={styles.page}>
      <ScreenHead>
        <TopBar onToggleTheme={toggleTheme} />
        <ScreenTitle title={words.title} subtitle={words.subtitle(product)} />
      </ScreenHead>
      <Section first title={words.responsible.title}>
        <p>
          {responsible === null ? words.responsible.unnamed(whose) : words.responsible.named(responsible)}
        </p>
        <dl className={styles.contact}>
          {privacy?.address && <Line label={words.responsible.address}>{privacy.address}</Line>}
          <Line label={words.responsible.email}>
            <Mail to={privacy?.email ?? supportEmail} />
          </Line>
          {privacy?.officer && (
            <Line label={words.responsible.officer}>
              {privacy.officer.includes('@') ? <Mail to={privacy.officer} /> : privacy.officer}
            </Line>
          )}
        </dl>
      </Section>
      {words.parts(whose).map(({ title, text, items }) => (
        <Section key={title} title={title}>
          {text !== undefined && <p>{text}</p>}
          {items !== undefined && (
            <ul className={styles.items}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Section>
      ))}
      <Section>
        {privacy !== undefined && <p className="hint">{words.version(privacy.version)}</p>}
        <a className={styles.back} href="/">
          {words.back(product)}
        </a>
      </Section>
    </main>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Mail({ to }: { to: string }) {
  return <a href={`mailto:${to}`}>{to}</a>
}
