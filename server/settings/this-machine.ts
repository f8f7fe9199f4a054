/** Whether a host, as an address names it, is this machine: nothing that is sent there crosses a network. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
