import { memo } from 'react'
import { PlanScreen } from '../../screens/PlanScreen.tsx'
import { ResourcesScreen } from '../../screens/ResourcesScreen.tsx'
import { WeekScreen } from '../../screens/WeekScreen.tsx'

/*
 * The screens that no start shows first. They are fetched in one go, when the diary stands, or the form of a sleep that
 * runs.
 */

// A press on a tab draws the bar anew, and of the panels only what really changed.
export const Week = memo(WeekScreen)
export const Plan = memo(PlanScreen)
export const Resources = memo(ResourcesScreen)
