import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commandsBelow } from './documented.mjs'

const DOCUMENT = `# Running
## From the archive
Unpack it:
\`\`\`sh
tar -xzf nana.tar.gz
cd nana
\`\`\`
\`\`\`json
{}
\`\`\`
Then, in another terminal:
\`\`\`sh
node admin.mjs list-users
\`\`\`
### Later
\`\`\`sh
rm -r nana
\`\`\`
`

it('takes the commands below a heading as they stand, and none of the next one', () => {
  expect(commandsBelow(DOCUMENT, 'From the archive')).toEqual([
    'tar -xzf nana.tar.gz\ncd nana',
    'node admin.mjs list-users',
  ])
  expect(commandsBelow(DOCUMENT, 'Later')).toEqual(['rm -r nana'])
})

it('doesn’t take a heading that is gone for one without commands', () => {
  expect(() => commandsBelow(DOCUMENT, 'From the')).toThrow('From the')
})

it('docs/operations.md speaks of the version that package.json has', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = readFileSync('docs/operations.md', 'utf8').matchAll(/\bnana[-_](\d+\.\d+\.\d+)/g)
  expect(new Set([...named].map(([, name]) => name))).toEqual(new Set([version]))
})
