import type { Credentials } from '../phone/phone.ts'
import type { PhoneNumber } from '../program/program.ts'

const PASSWORD = 'siesta-larga-y-buena'

interface Account extends Credentials {
  id: string
}

/** The accounts of one program, one a phone or one for all, asked on a line of their own that is always clear. */
export class Accounts {
  private readonly url: string
  private readonly key: string
  private readonly accounts: Account[] = []

  constructor(port: number, key: string) {
    this.url = `http://127.0.0.1:${port}`
    this.key = key
  }

  async signUp(name: string): Promise<void> {
    const credentials = { email: `${name}@example.org`, password: PASSWORD }
    const session = await this.post('/auth/v1/signup', credentials, this.key)
    const { user } = JSON.parse(session) as { user?: { id: string } }
    if (user === undefined) throw new Error(`No se ha podido crear la cuenta: ${session}`)
    this.accounts.push({ ...credentials, id: user.id })
  }

  get ids(): string[] {
    return this.accounts.map(({ id }) => id)
  }

  id(number: PhoneNumber): string {
    return this.of(number).id
  }

  /** Two phones of one account have the same. */
  of(number: PhoneNumber): Account {
    const account = this.accounts[number] ?? this.accounts[0]
    if (account === undefined) throw new Error('No hay ninguna cuenta.')
    return account
  }

  /** Calls a function of the database, and resolves to its answer. */
  async call(number: PhoneNumber, name: string, parameters: object): Promise<string> {
    return this.post(`/rest/v1/rpc/${name}`, parameters, await this.token(number))
  }

  async read(number: PhoneNumber, query: string): Promise<string> {
    return this.answer(`/rest/v1/${query}`, { headers: this.headers(await this.token(number)) })
  }

  /** Tokens of these programs are short-lived, so each call has a new one. */
  private async token(number: PhoneNumber): Promise<string> {
    const { email, password } = this.of(number)
    const session = await this.post('/auth/v1/token?grant_type=password', { email, password }, this.key)
    return (JSON.parse(session) as { access_token: string }).access_token
  }

  private post(path: string, body: object, token: string): Promise<string> {
    return this.answer(path, { method: 'POST', headers: this.headers(token), body: JSON.stringify(body) })
  }

  private async answer(path: string, init: RequestInit): Promise<string> {
    const response = await fetch(this.url + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path.split('?')[0]}: ${response.status} ${text}`)
    return text
  }

  private headers(token: string): Record<string, string> {
    return { apikey: this.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }
}
