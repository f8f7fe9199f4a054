import { onNetworkChange } from '../device/network/online.ts'
import type { Network } from './sync.ts'

/** The network as the browser knows of it. */
export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  subscribe: onNetworkChange,
}
