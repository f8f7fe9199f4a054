/** A verified token, or a key standing in for one. `role` names the database role of a table request. */
export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role'
  [claim: string]: unknown
}
