import type { ReactNode } from 'react'
import { useInstallWay } from '../device/install.ts'
import { settings } from '../device/settings.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Icon, type IconName } from '../ui/icons/Icon.tsx'
import { ScreenHead, ScreenTitle } from '../ui/layout/ScreenHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { resources } from '../words/resources.es.ts'
import { install } from '../words/screens.es.ts'
import styles from './ResourcesScreen.module.css'
import { reportErrorAddress } from './resources/report-error.ts'
import { SamplePost } from './resources/SamplePost.tsx'

const { brand } = settings

const LINKS: readonly { icon: IconName; label: string; href: string }[] = [
  { icon: 'newspaper', label: resources.blog, href: brand.links.blog },
  { icon: 'message-circle', label: resources.contact, href: brand.links.contact },
  { icon: 'heart-handshake', label: resources.services, href: brand.links.services },
  { icon: 'graduation-cap', label: resources.courses, href: brand.links.courses },
]

export function ResourcesScreen({ topBar }: { topBar: ReactNode }) {
  const way = useInstallWay()
  return (
    <>
      <ScreenHead>
        {topBar}
        <ScreenTitle title={brand.product} subtitle={resources.subtitle} />
      </ScreenHead>
      <ul className={styles.links}>
        {LINKS.map(({ icon, label, href }) => (
          <li key={label}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              <Icon name={icon} />
              {label} <span className="sr">{resources.newTab}</span>
              <Icon name="arrow-up-right" small />
            </a>
          </li>
        ))}
      </ul>
      <SamplePost author={brand.provider.toLowerCase()} instagram={brand.links.instagram} />
      <Section first>
        <div className={styles.actions}>
          {way?.kind === 'ask' && (
            <Button variant="quiet" icon="circle-arrow-down" onClick={() => void way.ask()}>
              {install.installApp}
            </Button>
          )}
          <ButtonLink variant="quiet" icon="mail" href={reportErrorAddress(brand.supportEmail)}>
            {resources.reportError}
          </ButtonLink>
          <ButtonLink
            variant="quiet"
            icon="globe"
            href={brand.links.web}
            target="_blank"
            rel="noopener noreferrer"
          >
            {resources.visitWebsite} <span className="sr">{resources.newTab}</span>
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}
