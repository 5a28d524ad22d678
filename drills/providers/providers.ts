/** The tests of the adapters for files, mail and DNS against another server than the one that `npm test` uses. */
import type { Drill, DrillOptions } from '../drill.ts'
import { missingPrograms, type Program, versionOf } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { alignColumns } from '../harness/table.ts'
import { startExim } from './exim.ts'
import { runSuite, type Suite, type SuiteResult } from './suite.ts'
import { startSwift } from './swift.ts'
import { startUnbound } from './unbound.ts'

interface Provider extends Suite {
  name: string
  implementation: string
  program: Program
  /** Returns the environment variables that name the server. */
  start(resources: Resources): Promise<Record<string, string>>
}

const all: Provider[] = [
  {
    ...{ name: 'S3', implementation: 'OpenStack Swift', program: 'python3/dist-packages/swift', start: startSwift },
    ...{ files: ['files/port.test.ts', 'files/s3.test.ts'], titles: ['S3', 'the S3 server'] },
  },
  {
    ...{ name: 'SMTP', implementation: 'Exim', program: 'exim4', start: startExim },
    ...{ files: ['mail/port.test.ts', 'mail/smtp.test.ts'], titles: ['SMTP', 'a server that answers'] },
  },
  {
    ...{ name: 'DNS', implementation: 'Unbound', program: 'unbound', start: startUnbound },
    ...{ files: ['dns/system.test.ts'], titles: ['the look-up', 'an unknown result'] },
  },
]

/** A server that does not start is a failure of its row, and the others go on. */
async function runProvider(provider: Provider, { resources, say }: DrillOptions): Promise<SuiteResult> {
  try {
    const settings = await provider.start(resources)
    say(`${provider.implementation} is ready`)
    return await runSuite(resources, provider, settings)
  } catch (error) {
    return { passed: 0, failed: [(error as Error).message] }
  }
}

export const providers: Drill = {
  name: 'providers',
  title: 'the tests of files, mail and DNS against a second implementation each',
  async run(options) {
    const rows = [['provider', 'implementation', 'passed', 'failed', 'not run']]
    const [notRun, failures]: [string[], string[]] = [[], []]
    let count = 0
    for (const provider of all) {
      const { name, implementation, program } = provider
      const missing = missingPrograms(program)
      notRun.push(...missing.map((reason) => `${name}: ${reason}`))
      if (missing.length > 0) {
        rows.push([name, implementation, '', '', 'all'])
        continue
      }
      const { passed, failed } = await runProvider(provider, options)
      count += passed + failed.length
      failures.push(...failed.map((failure) => `${name}: ${failure}`))
      if (passed + failed.length === 0) failures.push(`${name}: no test ran`)
      rows.push([name, `${implementation} ${versionOf(program)}`, `${passed}`, `${failed.length}`, '0'])
    }
    return { count, lost: 0, doubled: 0, notes: alignColumns(rows, [0, 1]), notRun, failures }
  },
}
