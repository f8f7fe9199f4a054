/** A carer meets these on a screen. */
export type Role =
  | 'alertdialog'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'img'
  | 'navigation'
  | 'radio'
  | 'slider'
  | 'switch'
  | 'table'
  | 'toast'

export interface Where {
  /** The search is inside the one thing in sight with this role, and with this text in it if one is given. */
  in?: readonly [role: Role, text?: string]
  /** Of several alike it is this one, counted from 0. */
  nth?: number
}

export type Theme = 'light' | 'dark'

/**
 * Stands for a phone in the hand, whichever engine its browser has. Names are whole accessible names, or a pattern;
 * what is pressed or filled is waited for. Everything else answers at once, for a story's `expect.poll` to ask again.
 */
export interface Phone {
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  press(role: Role, name: string | RegExp, where?: Where): Promise<void>
  /** Fills the field in sight with that label; dates, times and sliders as by the phone's own picker. */
  fill(label: string, value: string): Promise<void>
  /** Gives a file to the one field of the page that takes files. */
  giveFile(path: string): Promise<void>
  /** Presses keys one after the other, by the names of a keyboard: 'Tab', 'Enter', 'Escape', 'a'. */
  keys(...names: string[]): Promise<void>
  /** Returns the words in sight, with one space between each. */
  text(where?: Where['in']): Promise<string>
  value(label: string): Promise<string>
  count(role: Role, name?: string | RegExp, where?: Where): Promise<number>
  /** Returns the value of a JavaScript expression in the page, awaited. */
  ask<Value extends string | number | boolean | null | object>(expression: string): Promise<Value>
  resize(width: number, height: number): Promise<void>
  screenshot(path: string): Promise<void>
  /** Opens another tab of the same browser. */
  newTab(): Promise<Phone>
  /** Returns what the page has written to the console, or failed at, so far. */
  complaints(): string[]
  close(): Promise<void>
}
