import { freePort } from '../../server/testing/server-child.ts'
import { askJson } from './asking.ts'
import type { Part, Place } from './place.ts'

/** Three members that agree on who is the primary: one of them may be away. */
export interface Etcd {
  /** Where its clients ask, as `host:port`. */
  hosts: string[]
  members: readonly Part[]
  /** The member that leads the others, or null while they choose one. */
  leader(): Promise<Part | null>
  /** Whether all of them follow the same leader. */
  isWhole: () => Promise<boolean>
}

export interface Member {
  name: string
  clientPort: number
  peerPort: number
}

/** A member's answer about itself. Ids are numbers that are too long for JavaScript, written as text. */
interface Status {
  header: { member_id: string }
  leader?: string
}

const NAMES = ['etcd-1', 'etcd-2', 'etcd-3']

export async function startEtcd(place: Place): Promise<Etcd> {
  const members: Member[] = []
  for (const name of NAMES) members.push({ name, clientPort: await freePort(), peerPort: await freePort() })
  const parts = members.map((member) =>
    place.part(member.name, {
      command: '/usr/bin/etcd',
      args: etcdArguments(member, members, place.folder(member.name)),
    }),
  )
  const statuses = () =>
    Promise.all(
      members.map(
        async ({ clientPort }) =>
          (await askJson(`http://127.0.0.1:${clientPort}/v3/maintenance/status`, {
            method: 'POST',
            body: '{}',
          })) as Status | null, // etcd answers so.
      ),
    )
  return {
    hosts: members.map(({ clientPort }) => `127.0.0.1:${clientPort}`),
    members: parts,
    async leader() {
      const all = await statuses()
      const found = all.findIndex((status) => status !== null && status.leader === status.header.member_id)
      return parts[found] ?? null
    },
    async isWhole() {
      const leaders = new Set((await statuses()).map((status) => status?.leader ?? '0'))
      return leaders.size === 1 && !leaders.has('0')
    },
  }
}

/** A member that is begun anew finds what it knows in its folder, and takes no notice of the beginning. */
export function etcdArguments(own: Member, all: readonly Member[], folder: string): string[] {
  const client = `http://127.0.0.1:${own.clientPort}`
  const peerOf = ({ peerPort }: Member) => `http://127.0.0.1:${peerPort}`
  return [
    ['--name', own.name],
    ['--data-dir', folder],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peerOf(own)],
    ['--initial-advertise-peer-urls', peerOf(own)],
    ['--initial-cluster', all.map((member) => `${member.name}=${peerOf(member)}`).join(',')],
    ['--initial-cluster-state', 'new'],
    ['--log-level', 'warn'],
  ].flat()
}
