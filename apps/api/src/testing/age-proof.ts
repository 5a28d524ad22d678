/** Run by journeys: `node age-proof.ts DATA_FOLDER EMAIL` makes the last proof of a user's sessions in the demo an hour old. */

import { withClient } from '#api/db/connection/with-client.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'

const AGE = `
  update sessions s
  set proved_at = now() - interval '1 hour'
  from users u
  join domains d on d.id = u.domain_id and d.demo
  where u.domain_id = s.domain_id and u.id = s.user_id and u.email = $1`

const [dataDir = '', email] = process.argv.slice(2)
const url = findRunningCluster(dataDir)?.('vialdesk')
if (url === undefined) throw new Error('No portal runs in this folder')
await withClient(url, async (client) => {
  const { rowCount } = await client.query(AGE, [email])
  if (!rowCount) throw new Error('This user has no session')
})
