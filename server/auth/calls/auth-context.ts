import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A request under /auth/v1. */
export type AuthContext = Context<{ Bindings: HttpBindings }>
