/** A second process with another SECRET_KEY on the database of a running portal. It is refused, and the running portal serves on. */
import { randomBytes } from 'node:crypto'
import type { Drill } from './drill.ts'
import { createBusiness } from './harness/business.ts'
import { PortalClient } from './harness/client.ts'
import { runConsole } from './harness/console.ts'
import { type DrillDatabase, startDatabase } from './harness/database.ts'
import { productionSettings, startPortal } from './harness/portal.ts'
import type { Resources } from './harness/resources.ts'

const SENTENCE = /SECRET_KEY/

/** Starts processes with another key, and returns why one was not refused in a sentence. */
async function startWithOtherKey(resources: Resources, database: DrillDatabase): Promise<string[]> {
  const other = { ...database, secretKey: randomBytes(32).toString('base64url') }
  const asRole = await startPortal(resources, other, { waits: false })
  const asOwner = await startPortal(resources, other, { waits: false, settings: { DATABASE_URL: database.ownerUrl } })
  const processes = [
    { name: 'the portal', exitCode: await asRole.waitForEnd(), output: asRole.output() },
    { name: 'the portal as the owner', exitCode: await asOwner.waitForEnd(), output: asOwner.output() },
    { name: 'the console', ...(await runConsole(resources, productionSettings(other), 'migrate')) },
  ]
  return processes.flatMap(({ name, exitCode, output }) => [
    ...(exitCode === 1 ? [] : [`${name} with another key ended with ${exitCode}`]),
    ...(SENTENCE.test(output) ? [] : [`${name} with another key does not name SECRET_KEY: ${output}`]),
  ])
}

export const secretKey: Drill = {
  name: 'secret-key',
  title: 'start a second process with another SECRET_KEY: refused in a sentence, and the first serves on',
  async run({ count = 3, say, resources }) {
    const database = await startDatabase(resources)
    const business = await createBusiness(database)
    const portal = await startPortal(resources, database)
    const admin = await PortalClient.logIn(portal.url, business, business.admin.email)
    const failures: string[] = []
    let [calls, refused] = [0, 0]
    let isDone = false
    /** New log-ins as well: they need the roles of the application, whose passwords derive from the key. */
    const call = async () => {
      while (!isDone) {
        const { status } = await admin.call('GET', '/api/v1/users/all/')
        await PortalClient.logIn(portal.url, business, business.center.email)
        calls++
        if (status !== 200) refused++
      }
    }
    const calling = call().catch((error: Error) => failures.push(`The running portal failed: ${error.message}`))
    for (let round = 1; round <= count; round++) {
      failures.push(...(await startWithOtherKey(resources, database)))
      say(`Round ${round}: three processes were refused`)
    }
    isDone = true
    await calling
    if (portal.hasEnded()) failures.push('The running portal has ended')
    if (calls === 0) failures.push('The running portal answered no call')
    if (refused > 0) failures.push(`The running portal refused ${refused} of ${calls} calls`)
    await portal.stop('SIGTERM')
    portal.start()
    await portal.waitUntilReady()
    await PortalClient.logIn(portal.url, business, business.admin.email)
    return { count: 3 * count, lost: 0, doubled: 0, notes: [`${calls} calls and log-ins during the starts`], failures }
  },
}
