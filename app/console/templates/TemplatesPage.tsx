import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '../../device/new-id.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { leadFocus, useKeptFocus } from '../../ui/layout/focus.ts'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { agesText } from '../../words/console/plans.es.ts'
import { templates as words } from '../../words/console/templates.es.ts'
import { useDraftsAt, useHasDraft } from '../drafts/use-draft.ts'
import { useTemplates } from '../plans/use-templates.ts'
import { useRetry } from '../shared/use-retry.ts'
import type { Staff } from '../staff/staff-role.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import styles from './Templates.module.css'
import type { TemplateDraft } from './template-draft.ts'

/** The template that is open. */
interface Opened {
  id: string
  /** It may be neither saved nor typed in yet. */
  isNew: boolean
}

/** The plans that the staff begins a proposal with, by age. */
export function TemplatesPage({ staff: { accountId } }: { staff: Staff }) {
  const { templates, ask, put, drop } = useTemplates(accountId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const retry = useRetry(askAgain)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasDraft = useHasDraft()
  const place = `${accountId} template`
  const drafts = useDraftsAt(place)
  const draftKey = (id: string) => `${place} ${id}`
  const isUnheard = templates === 'unheard'
  const list = typeof templates === 'string' ? [] : templates
  const isListed = (id: string) => list.some((template) => template.id === id)
  // It is known by the list, where the answer to its save got lost.
  if (opened?.isNew && isListed(opened.id)) setOpened({ id: opened.id, isNew: false })
  const unlisted = [...drafts].filter(([id]) => !isListed(id)) as [string, TemplateDraft][]
  // A new one can be left and found again before it is saved.
  const begun = unlisted.filter(([, { before }]) => before === null)
  // These are deleted, and what was typed is still here.
  const removed = unlisted.filter(([, { before }]) => before !== null)
  const isOpen = opened !== null && (opened.isNew || isListed(opened.id) || drafts.has(opened.id))
  // It goes from the list, too, once that is read anew: a removal's answer may have got lost.
  useKeptFocus(isOpen ? 1 : 0, () => heading.current)

  async function askAgain() {
    // The button goes. It stands beside the heading's own block, so the whole page is looked at.
    if (await ask()) leadFocus(heading.current, heading.current?.closest('main'))
  }

  function open(id: string) {
    setOpened({ id, isNew: false })
  }

  function openNew(id: string) {
    setOpened({ id, isNew: true })
  }

  function leave() {
    setOpened(null)
    heading.current?.focus()
  }

  if (templates === 'asking') return <Spinner label={words.asking} />
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {words.title}
          </h1>
          <p className="hint">{words.text}</p>
        </div>
        {!isUnheard && (
          <Button variant="quiet" icon="plus" onClick={() => openNew(begun[0]?.[0] ?? newId())}>
            {words.make}
          </Button>
        )}
      </div>
      {isUnheard ? (
        <div className={styles.unheard}>
          <p>{words.unheard}</p>
          <Button variant="quiet" aria-disabled={retry.isAsking} onClick={retry.again}>
            {words.again}
          </Button>
          <p role="status">{retry.said}</p>
        </div>
      ) : (
        <div className={styles.columns} data-open={isOpen}>
          <div className={styles.list}>
            {list.length + unlisted.length === 0 && <p className="hint">{words.none}</p>}
            <ul aria-label={words.list}>
              {begun.map(([id]) => (
                <Row
                  key={id}
                  name={words.newTitle}
                  about={[words.unsaved]}
                  isOpen={opened?.id === id}
                  onOpen={() => openNew(id)}
                />
              ))}
              {removed.map(([id, draft]) => (
                <Row
                  key={id}
                  name={draft.before?.name ?? words.newTitle}
                  about={[words.gone, words.unsaved]}
                  isOpen={opened?.id === id}
                  onOpen={() => open(id)}
                />
              ))}
              {list.map(({ id, name, from_months, to_months, naps_count }) => (
                <Row
                  key={id}
                  name={name}
                  about={[
                    agesText(from_months, to_months),
                    words.naps(naps_count),
                    ...(hasDraft(draftKey(id)) ? [words.unsaved] : []),
                  ]}
                  isOpen={opened?.id === id}
                  onOpen={() => open(id)}
                />
              ))}
            </ul>
          </div>
          <div className={styles.editor}>
            {!isOpen ? (
              <p className={styles.choose}>{words.choose}</p>
            ) : (
              <TemplateEditor
                key={opened.id}
                id={opened.id}
                template={list.find(({ id }) => id === opened.id) ?? null}
                accountId={accountId}
                draftKey={draftKey(opened.id)}
                onSaved={put}
                onRemoved={() => {
                  // What was opened while it was being removed stays open.
                  flushSync(() => {
                    drop(opened.id)
                    setOpened((now) => (now?.id === opened.id ? null : now))
                  })
                  leadFocus(heading.current)
                }}
                onUnknown={() => void ask()}
                onLeave={leave}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}

interface RowProps {
  name: string
  about: readonly string[]
  isOpen: boolean
  onOpen: () => void
}

function Row({ name, about, isOpen, onOpen }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className={styles.name}>{name}</span>
        <span className="hint num">{about.join(' · ')}</span>
      </button>
    </li>
  )
}
