import { napOrNight } from '../night/nap-or-night.ts'
import type { PlanNap } from '../plan/plan.ts'
import { sleepMinutes } from '../records/durations.ts'
import { BLANK_RECORD, type SleepRecord, type SleepType } from '../records/sleep-record.ts'
import { EVENING_FROM, NOON } from '../time/day-parts.ts'
import { addDays, type LocalDate, type LocalTime, minuteOfDay, type TimeZone } from '../time/time.ts'
import { DAY_START } from '../week/weekly-pattern.ts'

/*
 * A past day that a carer enters from memory: sleeps drawn on its tape, and its wake-up. A place on the tape is counted
 * in wall minutes since 08:00 of the day: 0 is 08:00, 1440 is 08:00 of the next day.
 */

/** Drawn edges are rounded to so many minutes, because a thumb can't do better. Typed times are taken as they are. */
export const STEP_MIN = 5
export const TAPE_MIN = 24 * 60
const MIDNIGHT = TAPE_MIN - minuteOfDay(DAY_START)

/** A part of the tape, from one place to a later one. */
export interface Stretch {
  from: number
  to: number
}

/** A sleep that isn't stored yet; it begins on the tape and ends within 24 hours, maybe beyond the tape. */
export interface DrawnSleep extends Stretch {
  key: number
  type: SleepType
  /** Whether the carer chose nap or night; otherwise the type is guessed from the times. */
  isTypeChosen: boolean
}

export interface DrawnDay {
  sleeps: readonly DrawnSleep[]
  /** The day's wake-up, a wall time of its morning; null: none was entered. */
  wakeUp: LocalTime | null
}

export const EMPTY_DAY: DrawnDay = { sleeps: [], wakeUp: null }

export type Edge = keyof Stretch

/** @example timeAt(0) // '08:00' @example timeAt(1420) // '07:40' */
export function timeAt(place: number): LocalTime {
  const minute = (place + minuteOfDay(DAY_START)) % TAPE_MIN
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The place of a time on the tape; a time before 08:00 is of the next morning. @example placeOf('07:40') // 1420 */
export function placeOf(time: LocalTime): number {
  return (minuteOfDay(time) - minuteOfDay(DAY_START) + TAPE_MIN) % TAPE_MIN
}

function onStep(place: number): number {
  return Math.round(place / STEP_MIN) * STEP_MIN
}

function clamp(place: number, least: number, most: number): number {
  return Math.max(least, Math.min(place, most))
}

/** The place `steps` steps later, or earlier when negative; from between two steps the first step goes to the next. */
export function stepFrom(place: number, steps: number): number {
  const base = steps < 0 ? Math.ceil(place / STEP_MIN) : Math.floor(place / STEP_MIN)
  return (base + steps) * STEP_MIN
}

/** The date that a sleep on the tape of `date` belongs to: the day it begins. */
function dateOf(date: LocalDate, { from }: Stretch): LocalDate {
  return from < MIDNIGHT ? date : addDays(date, 1)
}

/** The stretch that is drawn by a drag between two places, in either order; never shorter than one step. */
export function stretchBetween(one: number, other: number): Stretch {
  const from = clamp(onStep(Math.min(one, other)), 0, TAPE_MIN - STEP_MIN)
  return { from, to: clamp(onStep(Math.max(one, other)), from + STEP_MIN, TAPE_MIN) }
}

/** What decides the length of a sleep that is drawn by a tap alone. */
export interface Habits {
  /** The naps of the plan, first nap first, with their lengths in minutes. */
  naps: readonly Pick<PlanNap, 'duration'>[]
  /** The wall time at which the baby gets up. */
  morning: LocalTime
}

const NIGHT_FROM = placeOf(EVENING_FROM)
const NAP_MIN = 60

/**
 * What a tap on an empty place makes: in the evening a night until the morning, else a nap as long as the plan's. It
 * ends where the next sleep begins.
 * @param taken the sleeps that are there already.
 * @example stretchFrom(750, [], { naps: [], morning: '07:40' }) // { from: 750, to: 1420 }: from 20:30 to 07:40
 */
export function stretchFrom(
  place: number,
  taken: readonly (Stretch & { type: SleepType })[],
  { naps, morning }: Habits,
): Stretch {
  const from = clamp(onStep(place), 0, TAPE_MIN - STEP_MIN)
  const napsBefore = taken.filter((other) => other.type === 'siesta' && other.to <= from).length
  const morningAt = minuteOfDay(morning) + MIDNIGHT
  const nap = from + (naps[napsBefore]?.duration ?? NAP_MIN)
  const wanted = from >= NIGHT_FROM && from < morningAt ? morningAt : nap
  const next = Math.min(...taken.map((other) => other.from).filter((start) => start > from))
  return { from, to: Math.max(from + STEP_MIN, Math.min(wanted, next)) }
}

const AWAKE_MIN = 2 * 60

/**
 * The place of a sleep that is added by the button: some time awake after the wake-up and what was slept before the
 * evening's night, or halfway to that night, or to the end of the tape, where that is nearer.
 */
export function placeAfter(
  taken: readonly (Stretch & { type: SleepType })[],
  wakeUp: LocalTime | null,
): number {
  const woke = wakeUp === null ? 0 : minuteOfDay(wakeUp) - minuteOfDay(DAY_START)
  const nights = taken.filter(({ type, from }) => type === 'noche' && from >= placeOf(NOON))
  const evening = Math.min(TAPE_MIN, ...nights.map(({ from }) => from))
  const last = Math.max(woke, ...taken.filter(({ from }) => from < evening).map(({ to }) => to))
  return clamp(onStep(Math.min(last + AWAKE_MIN, (last + evening) / 2)), 0, TAPE_MIN - STEP_MIN)
}

/** Moves an edge by a drag or by the keyboard; it stops a step before the other edge. */
export function moveEdge(sleep: DrawnSleep, edge: Edge, place: number): DrawnSleep {
  const { from, to } = sleep
  const at = onStep(place)
  if (edge === 'to') return { ...sleep, to: clamp(at, from + STEP_MIN, from + TAPE_MIN) }
  const most = Math.min(to - STEP_MIN, TAPE_MIN - STEP_MIN)
  return { ...sleep, from: Math.max(0, to - TAPE_MIN, Math.min(at, most)) }
}

/** Sets an edge to a typed time. The other one keeps its time, so an end that isn't later is on the next day. */
export function typeEdge(sleep: DrawnSleep, edge: Edge, time: LocalTime): DrawnSleep {
  const from = edge === 'to' ? sleep.from : placeOf(time)
  const end = edge === 'to' ? time : timeAt(sleep.to)
  return { ...sleep, from, to: from + ((placeOf(end) - from + TAPE_MIN) % TAPE_MIN || TAPE_MIN) }
}

/** The sleep with the type that its times suggest, unless the carer has chosen one. */
export function withGuess(date: LocalDate, sleep: DrawnSleep, zone: TimeZone): DrawnSleep {
  if (sleep.isTypeChosen) return sleep
  return { ...sleep, type: napOrNight(dateOf(date, sleep), timeAt(sleep.from), timeAt(sleep.to), zone) }
}

type RecordContent = Omit<SleepRecord, 'id' | 'user_id'>

/** The content of the record that stores a drawn sleep. */
export function recordOfSleep(date: LocalDate, sleep: DrawnSleep, zone: TimeZone): RecordContent {
  const [start_time, end_time] = [timeAt(sleep.from), timeAt(sleep.to)]
  const ofDate = dateOf(date, sleep)
  const duration = sleepMinutes(ofDate, start_time, end_time, zone)
  return { ...BLANK_RECORD, date: ofDate, type: sleep.type, start_time, end_time, duration }
}

/** The contents of the records that store a drawn day: the wake-up first, then the sleeps as the day has them. */
export function recordsOfDay(date: LocalDate, { sleeps, wakeUp }: DrawnDay, zone: TimeZone): RecordContent[] {
  const morning: RecordContent[] =
    wakeUp === null ? [] : [{ ...BLANK_RECORD, date, type: 'despertar', time: wakeUp }]
  return [...morning, ...sleeps.map((sleep) => recordOfSleep(date, sleep, zone))]
}

/** What was drawn since the day was handed over to be stored, as `stored`. */
export function drawnSince(stored: DrawnDay, { sleeps, wakeUp }: DrawnDay): DrawnDay {
  return {
    sleeps: sleeps.filter(({ key }) => stored.sleeps.every((other) => other.key !== key)),
    wakeUp: stored.wakeUp === null ? wakeUp : null,
  }
}

/** The day that was handed over to be stored, with what was changed of it since; what was taken out of it stays. */
export function changedSince(stored: DrawnDay, { sleeps, wakeUp }: DrawnDay): DrawnDay {
  return {
    sleeps: stored.sleeps.map((sleep) => sleeps.find(({ key }) => key === sleep.key) ?? sleep),
    wakeUp: stored.wakeUp === null ? null : (wakeUp ?? stored.wakeUp),
  }
}

/** What is drawn once a stored day was taken back: all of it is there again, behind what was drawn since. */
export function drawnAgain(stored: DrawnDay, { sleeps, wakeUp }: DrawnDay): DrawnDay {
  const nextKey = 1 + Math.max(0, ...sleeps.map(({ key }) => key))
  const again = stored.sleeps.map((sleep, index) => ({ ...sleep, key: nextKey + index }))
  return { sleeps: [...sleeps, ...again], wakeUp: wakeUp ?? stored.wakeUp }
}

export function inOrder(sleeps: readonly DrawnSleep[]): DrawnSleep[] {
  return [...sleeps].sort((a, b) => a.from - b.from || a.to - b.to || a.key - b.key)
}
