/** Stands for a browser's localStorage, whose keys are properties of it. */
export class PhoneStorage {
  getItem(key: string): string | null {
    const item: unknown = Object.hasOwn(this, key) ? Reflect.get(this, key) : null
    return typeof item === 'string' ? item : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null
  }
  get length(): number {
    return Object.keys(this).length
  }
}
