import { Component, type ReactNode } from 'react'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { fault, shell } from '../../words/entrance.es.ts'
import styles from './FaultBoundary.module.css'

interface FaultBoundaryProps {
  children: ReactNode
  /** What stands in their place. */
  fault: ReactNode
}

/**
 * Keeps a fault in the drawing of what it holds from taking the rest of the page with it: what can be done is said
 * there instead, and React tells the console why.
 */
export class FaultBoundary extends Component<FaultBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fault : this.props.children
  }
}

interface FaultProps {
  title: string
  /** What isn't lost. */
  kept: string
  /** What the reload would lose; null: nothing. */
  unsaved: string | null
}

/** Says what can be done where something can't be drawn. */
export function Fault({ title, kept, unsaved }: FaultProps) {
  return (
    <div className={styles.fault} role="alert">
      <Icon name="circle-alert" />
      <h1>{title}</h1>
      <p>{kept}</p>
      {unsaved !== null && <p>{unsaved}</p>}
      <Button variant="primary" onClick={() => location.reload()}>
        {shell.reload}
      </Button>
      <p className="hint">{fault.again(settings.brand.supportEmail)}</p>
    </div>
  )
}
