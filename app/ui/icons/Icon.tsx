export type IconName =
  | 'theme'
  | 'arrow-up-right'
  | 'log-out'
  | 'cloud-off'
  | 'calendar'
  | 'chevron-up'
  | 'plus'
  | 'cloud-upload'
  | 'pencil'
  | 'trash-2'
  | 'tooth'
  | 'carrot'
  | 'shuffle'
  | 'thermometer'
  | 'utensils-crossed'
  | 'clock'
  | 'chevron-left'
  | 'chevron-right'
  | 'circle-check'
  | 'circle-dashed'
  | 'circle-arrow-down'
  | 'circle-arrow-up'
  | 'arrow-left'
  | 'check'
  | 'minus'
  | 'newspaper'
  | 'message-circle'
  | 'heart-handshake'
  | 'graduation-cap'
  | 'heart'
  | 'send'
  | 'mail'
  | 'globe'
  | 'x'
  | 'circle-alert'
  | 'notebook-pen'
  | 'chart-gantt'
  | 'sliders-horizontal'
  | 'lightbulb'
  | 'share'

/** A line icon from the sprite in index.html. Always decoration: the control around it carries the name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i i-s' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
