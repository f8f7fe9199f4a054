import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../core/sleep-record.ts'
import { formIsOver, leaveForm, openForm, pressTab, startNavigation, touchForm } from './navigation.ts'

const TODAY = '2025-08-11'

const nap: SleepRecord = {
  id: 'nap',
  user_id: 'user',
  date: TODAY,
  type: 'siesta',
  start_time: '13:00',
  end_time: null,
  time: null,
  duration: null,
  wake_ups: 0,
  quality: null,
  disturbances: [],
  feedings: 0,
  diaper_changes: 0,
}
const ended: SleepRecord = { ...nap, end_time: '14:00' }
const nothing = { records: [], open: null, today: TODAY }
const running = { records: [nap], open: nap, today: TODAY }

describe('navigation', () => {
  it('starts in the diary', () => {
    expect(startNavigation(null, TODAY)).toMatchObject({
      tab: 'diary',
      form: { kind: 'new', date: TODAY },
    })
  })

  it('starts in the form of the open record', () => {
    expect(startNavigation(nap, TODAY)).toMatchObject({ tab: 'add', form: { kind: 'edit', record: nap } })
  })

  it('goes back to the diary with a new, empty form', () => {
    const form = startNavigation(nap, TODAY)
    const back = leaveForm(form, TODAY)
    expect(back).toMatchObject({ tab: 'diary', form: { kind: 'new', date: TODAY }, runningId: null })
    expect(back.formKey).not.toBe(form.formKey)
    expect(back.drawnFor).toBe(back.formKey)
  })

  it('opens a new form with +, so that its time is the present', () => {
    const diary = startNavigation(null, TODAY)
    const add = pressTab(diary, 'add', nothing)
    expect(add).toMatchObject({ tab: 'add', form: { kind: 'new', date: TODAY } })
    expect(add.formKey).not.toBe(diary.formKey)
    // Nothing of it has to be drawn anew.
    expect(add.drawnFor).toBe(diary.drawnFor)
  })

  it('opens the running sleep with +', () => {
    expect(pressTab(startNavigation(null, TODAY), 'add', running).form).toEqual({ kind: 'edit', record: nap })
  })

  it('keeps what was entered while another tab is looked at', () => {
    const begun = touchForm(openForm(startNavigation(null, TODAY), { kind: 'new', date: '2025-08-10' }), null)
    const back = pressTab(pressTab(begun, 'plan', nothing), 'add', nothing)
    expect(back).toEqual(begun)
  })

  it('keeps a started sleep in its form until it ends elsewhere', () => {
    const started = pressTab(
      touchForm(pressTab(startNavigation(null, TODAY), 'add', nothing), 'nap'),
      'diary',
      running,
    )
    expect(pressTab(started, 'add', running).formKey).toBe(started.formKey)
    expect(pressTab(started, 'add', { ...nothing, records: [ended] }).form).toEqual({
      kind: 'new',
      date: TODAY,
    })
    expect(pressTab(started, 'add', nothing).form).toEqual({ kind: 'new', date: TODAY })
  })

  it('does nothing when the tab is the present one', () => {
    const add = startNavigation(nap, TODAY)
    expect(pressTab(add, 'add', running)).toBe(add)
  })

  it('knows when the running sleep of the form is over', () => {
    const form = startNavigation(nap, TODAY)
    expect(formIsOver(form, [nap])).toBe(false)
    expect(formIsOver(form, [ended])).toBe(true)
    expect(formIsOver(form, [])).toBe(true)
    expect(formIsOver(leaveForm(form, TODAY), [])).toBe(false)
  })

  it('knows when the record of the form was deleted', () => {
    const form = openForm(startNavigation(null, TODAY), { kind: 'edit', record: ended })
    expect(formIsOver(form, [ended])).toBe(false)
    expect(formIsOver(form, [])).toBe(true)
  })

  it('takes a touch that says nothing new as it is', () => {
    const touched = touchForm(startNavigation(null, TODAY), null)
    expect(touchForm(touched, null)).toBe(touched)
  })
})
