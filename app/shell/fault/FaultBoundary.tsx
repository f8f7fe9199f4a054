import { Component, type ReactNode, useSyncExternalStore } from 'react'
import { settings } from '../../device/settings.ts'
import { hasUnsavedInput, subscribeToWriting } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { fault, shell } from '../../words/entrance.es.ts'
import styles from './FaultBoundary.module.css'

/**
 * Keeps a fault in the drawing of what it holds from taking the rest of the page with it: what can be done is said
 * there instead, and React tells the console why.
 */
export class FaultBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Fault /> : this.props.children
  }
}

function Fault() {
  const isUnsaved = useSyncExternalStore(subscribeToWriting, hasUnsavedInput)
  return (
    <div className={styles.fault} role="alert">
      <Icon name="circle-alert" />
      <h1>{fault.title}</h1>
      <p>{fault.kept}</p>
      {isUnsaved && <p>{fault.unsaved}</p>}
      <Button variant="primary" onClick={() => location.reload()}>
        {shell.reload}
      </Button>
      <p className="hint">{fault.again(settings.brand.supportEmail)}</p>
    </div>
  )
}
