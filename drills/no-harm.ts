/** Starts an installation and stops it, without any harm: shows that the drills can run on this machine. */
import type { Drill } from './drill.ts'
import { createBusiness } from './harness/business.ts'
import { PortalClient } from './harness/client.ts'
import { startDatabase } from './harness/database.ts'
import { readMetric } from './harness/metrics.ts'
import { startPortal } from './harness/portal.ts'

export const noHarm: Drill = {
  name: 'no-harm',
  title: 'start an installation, make a call, stop it',
  async run({ resources, say }) {
    const database = await startDatabase(resources)
    const business = await createBusiness(database)
    const portal = await startPortal(resources, database)
    say(`The portal is ready at ${portal.url}`)
    const admin = await PortalClient.logIn(portal.url, business, business.admin.email)
    const { status } = await admin.call('GET', '/api/v1/users/all/')
    const dead = await readMetric(portal.metricsUrl, 'jobs', { state: 'dead' })
    const exitCode = await portal.stop('SIGTERM')
    return {
      ...{ count: 1, lost: 0, doubled: 0, notes: [] },
      failures: [
        ...(status === 200 ? [] : [`The list of users answered ${status}`]),
        ...(dead === 0 ? [] : [`${dead} jobs are dead`]),
        ...(exitCode === 0 ? [] : [`The portal ended with code ${exitCode}`]),
      ],
    }
  },
}
