import { useMayWrite } from '../family/use-families.ts'
import type { Tab } from '../navigation/navigation.ts'
import { Icon, type IconName } from '../ui/icons/Icon.tsx'
import { shell } from '../words/entrance.es.ts'
import styles from './TabBar.module.css'

const TABS: readonly { tab: Tab; icon: IconName }[] = [
  { tab: 'diary', icon: 'notebook-pen' },
  { tab: 'week', icon: 'chart-gantt' },
  { tab: 'add', icon: 'plus' },
  { tab: 'plan', icon: 'sliders-horizontal' },
  { tab: 'resources', icon: 'lightbulb' },
]

export function TabBar({ current, onPress }: { current: Tab; onPress: (tab: Tab) => void }) {
  const mayWrite = useMayWrite()
  const tabs = TABS.filter(({ tab }) => mayWrite || tab !== 'add')
  return (
    <nav className={mayWrite ? styles.tabs : `${styles.tabs} ${styles.reading}`} aria-label={shell.tabsLabel}>
      {tabs.map(({ tab, icon }) => (
        <button
          key={tab}
          type="button"
          className={tab === 'add' ? styles.add : undefined}
          aria-label={shell.tabs[tab]}
          aria-current={tab === current ? 'page' : undefined}
          onClick={() => onPress(tab)}
        >
          {tab === 'add' ? (
            <span className={styles.round}>
              <Icon name={icon} />
            </span>
          ) : (
            <>
              <Icon name={icon} />
              {shell.tabs[tab]}
            </>
          )}
        </button>
      ))}
    </nav>
  )
}
