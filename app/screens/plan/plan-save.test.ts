import { describe, expect, it } from 'vitest'
import { saveToast } from './plan-save.ts'

describe('saveToast', () => {
  it('says that all is saved when both were', () => {
    expect(saveToast({ baby: 'saved', plan: 'saved' })).toEqual({
      title: '¡Todo guardado!',
      detail: 'Los datos de tu bebé y el plan de sueño han sido actualizados.',
    })
  })

  it('says that all is saved when there was nothing left to save', () => {
    expect(saveToast({ baby: 'unchanged', plan: 'unchanged' }).title).toBe('¡Todo guardado!')
  })

  it('names the one that changed alone', () => {
    expect(saveToast({ baby: 'saved', plan: 'unchanged' })).toEqual({
      title: 'Éxito',
      detail: 'Información del bebé actualizada.',
    })
    expect(saveToast({ baby: 'unchanged', plan: 'saved' })).toEqual({
      title: 'Éxito',
      detail: 'Plan de sueño actualizado.',
    })
  })

  it('names what failed, whatever became of the other', () => {
    expect(saveToast({ baby: 'saved', plan: 'failed' })).toEqual({
      title: 'Error',
      detail: 'No se pudo actualizar el plan de sueño.',
      tone: 'failure',
    })
    expect(saveToast({ baby: 'failed', plan: 'unchanged' }).detail).toBe(
      'No se pudo actualizar la información del bebé.',
    )
    expect(saveToast({ baby: 'failed', plan: 'failed' }).detail).toBe(
      'No se pudo actualizar la información del bebé. No se pudo actualizar el plan de sueño.',
    )
  })
})
