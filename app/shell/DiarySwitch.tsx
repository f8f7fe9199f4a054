import { showFamily } from '../family/families.ts'
import type { Family } from '../family/remote-families.ts'
import { useKnownFamilies, usePlace } from '../family/use-families.ts'
import { isUnsent } from '../local/unsent-records.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { isWriting } from '../navigation/unsaved-input.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { diarySwitch as words } from '../words/sync.es.ts'
import styles from './DiarySwitch.module.css'

/** The diaries that the account can look at. Its own counts once there is something in it, or while it is shown. */
export function useOpenDiaries(): readonly Family[] {
  const [place, known] = [usePlace(), useKnownFamilies()]
  return (known?.families ?? []).filter(({ family_id, role, is_untouched, is_open }) =>
    role === 'owner' ? !is_untouched || family_id === place?.familyId : is_open,
  )
}

/** Whose diary is shown, by the baby's name, and the way to another one. */
export function DiarySwitch({ diaries }: { diaries: readonly Family[] }) {
  const place = usePlace()
  const data = useBabyData()

  function pick(familyId: string) {
    // What is being typed belongs to the diary that is shown, and only that one is sent.
    if (isUnsent(data)) showToast({ title: words.unsent, detail: words.unsentDetail, tone: 'failure' })
    else if (isWriting()) showToast({ title: words.unsaved, detail: words.unsavedDetail, tone: 'failure' })
    else if (place !== null) showFamily(place.accountId, familyId)
  }

  return (
    <select
      className={styles.switch}
      aria-label={words.label}
      value={place?.familyId}
      onChange={(event) => pick(event.target.value)}
    >
      {diaries.map(({ family_id, baby_name }) => (
        <option key={family_id} value={family_id}>
          {baby_name ?? words.nameless}
        </option>
      ))}
    </select>
  )
}
