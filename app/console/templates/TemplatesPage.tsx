import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/buttons/Button.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
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

/** Stands for the one template that is being made: it can be left and found again before it is saved. */
const NEW = 'new'

/** The plans that the staff begins a proposal with, by age. */
export function TemplatesPage({ staff: { accountId } }: { staff: Staff }) {
  const { templates, ask, put, drop } = useTemplates(accountId)
  const [openId, setOpenId] = useState<string | null>(null)
  const retry = useRetry(askAgain)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasDraft = useHasDraft()
  const place = `${accountId} template`
  const drafts = useDraftsAt(place)
  const draftKey = (id: string) => `${place} ${id}`
  const hasNew = hasDraft(draftKey(NEW))

  async function askAgain() {
    // The button goes. It stands beside the heading's own block, so the whole page is looked at.
    if (await ask()) leadFocus(heading.current, heading.current?.closest('main'))
  }

  function leave() {
    setOpenId(null)
    heading.current?.focus()
  }

  if (templates === 'asking') return <Spinner label={words.asking} />
  const isUnheard = templates === 'unheard'
  const list = isUnheard ? [] : templates
  const isListed = (id: string) => list.some((template) => template.id === id)
  // These are deleted, and what was typed is still here.
  const removed = [...drafts].filter(([id]) => id !== NEW && !isListed(id))
  // A new one may have been saved, and typed on meanwhile.
  const openOnes = [openId, (drafts.get(openId ?? '') as TemplateDraft | undefined)?.before?.id]
  const isOpen = openId !== null && (openId === NEW || isListed(openId) || drafts.has(openId))
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
          <Button variant="quiet" icon="plus" onClick={() => setOpenId(NEW)}>
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
            {list.length + removed.length === 0 && !hasNew && <p className="hint">{words.none}</p>}
            <ul aria-label={words.list}>
              {hasNew && (
                <Row
                  name={words.newTitle}
                  about={[words.unsaved]}
                  isOpen={openId === NEW}
                  onOpen={() => setOpenId(NEW)}
                />
              )}
              {removed.map(([id, draft]) => (
                <Row
                  key={id}
                  name={(draft as TemplateDraft).before?.name ?? words.newTitle}
                  about={[words.gone, words.unsaved]}
                  isOpen={openId === id}
                  onOpen={() => setOpenId(id)}
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
                  isOpen={openId === id}
                  onOpen={() => setOpenId(id)}
                />
              ))}
            </ul>
          </div>
          <div className={styles.editor}>
            {!isOpen ? (
              <p className={styles.choose}>{words.choose}</p>
            ) : (
              <TemplateEditor
                key={openId}
                template={list.find(({ id }) => openOnes.includes(id)) ?? null}
                accountId={accountId}
                draftKey={draftKey(openId)}
                onSaved={(template, isAll) => {
                  put(template)
                  // What was typed while it was being saved is still there to be saved.
                  if (isAll) setOpenId((now) => (now === openId ? template.id : now))
                }}
                onRemoved={(id) => {
                  // What was opened while it was being removed stays open.
                  flushSync(() => {
                    drop(id)
                    setOpenId((now) => (now === id ? null : now))
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
