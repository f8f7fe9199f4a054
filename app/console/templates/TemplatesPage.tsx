import { useEffect, useState } from 'react'
import { newId } from '../../local/new-id.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { agesText } from '../../words/console/plans.es.ts'
import { templates as words } from '../../words/console/templates.es.ts'
import { useHasDraft } from '../drafts/use-draft.ts'
import { readTemplates, type Template } from '../plans/remote-templates.ts'
import type { Staff } from '../staff/staff-role.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import styles from './Templates.module.css'

type Known = readonly Template[] | 'asking' | 'unheard'

/** What is known after an answer: without one, what was known before. */
const heard = (templates: readonly Template[] | null) => (before: Known) =>
  templates ?? (typeof before === 'string' ? 'unheard' : before)

/** The plans that the staff begins a proposal with, by age. */
export function TemplatesPage({ staff }: { staff: Staff }) {
  const { accountId } = staff
  const [known, setKnown] = useState<Known>('asking')
  /** The id of the one that is open; one that isn't in the list is new. */
  const [openId, setOpenId] = useState<string | null>(null)
  const hasDraft = useHasDraft()
  const draftKey = (id: string) => `${accountId} template ${id}`

  const ask = () => readTemplates(accountId).then(({ data }) => setKnown(heard(data)))
  useEffect(() => {
    void readTemplates(accountId).then(({ data }) => setKnown(heard(data)))
  }, [accountId])

  if (known === 'asking') return <Spinner label={words.asking} />
  const list = known === 'unheard' ? [] : known
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{words.title}</h1>
          <p className="hint">{words.text}</p>
        </div>
        {known !== 'unheard' && (
          <Button variant="quiet" icon="plus" onClick={() => setOpenId(newId())}>
            {words.make}
          </Button>
        )}
      </div>
      {known === 'unheard' ? (
        <div className={styles.unheard}>
          <p>{words.unheard}</p>
          <Button variant="quiet" onClick={() => void ask()}>
            {words.again}
          </Button>
        </div>
      ) : (
        <div className={styles.columns} data-open={openId !== null}>
          <div className={styles.list}>
            {list.length === 0 && <p className="hint">{words.none}</p>}
            <ul aria-label={words.list}>
              {list.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={template.id === openId ? 'true' : undefined}
                    onClick={() => setOpenId(template.id)}
                  >
                    <span className={styles.name}>{template.name}</span>
                    <span className="hint num">
                      {[
                        agesText(template.from_months, template.to_months),
                        words.naps(template.naps_count),
                        ...(hasDraft(draftKey(template.id)) ? [words.unsaved] : []),
                      ].join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <div className={styles.editor}>
            {openId === null ? (
              <p className={styles.choose}>{words.choose}</p>
            ) : (
              <TemplateEditor
                key={openId}
                id={openId}
                template={list.find(({ id }) => id === openId) ?? null}
                accountId={accountId}
                draftKey={draftKey(openId)}
                onChanged={ask}
                onLeave={() => setOpenId(null)}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}
