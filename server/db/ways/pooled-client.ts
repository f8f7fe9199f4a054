import pg from 'pg'

declare module 'pg' {
  interface Client {
    /** What the driver tells the database at the beginning of a connection. Its types leave it out. */
    getStartupConf(): Record<string, string>
  }
}

/**
 * Speaks through a pooler that gives each transaction another connection: whatever a session was told would be another
 * one's. So no statement keeps a name, because the connection that knows it may be anybody's by the next call. The time
 * zone is told in the way in which poolers keep it with their client; they refuse other options of a session.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this)
    // The method has a form for each kind of call, and all of them begin with what is asked.
    const query = (asked: string | pg.QueryConfig, ...rest: unknown[]) =>
      Reflect.apply(send, undefined, [nameless(asked), ...rest])
    Object.assign(this, { query })
  }

  override getStartupConf(): Record<string, string> {
    const { options: _, ...startup } = super.getStartupConf()
    return { ...startup, TimeZone: 'UTC' }
  }
}

function nameless(asked: string | pg.QueryConfig): string | pg.QueryConfig {
  if (typeof asked === 'string' || asked.name === undefined) return asked
  const { name: _, ...unnamed } = asked
  return unnamed
}
