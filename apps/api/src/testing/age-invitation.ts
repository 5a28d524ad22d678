/** Run by journeys: `node age-invitation.ts DATA_FOLDER USER_ID` moves the invitations of a user in the running portal an hour back. */

import { withClient } from '#api/db/connection/with-client.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'

const AGE = `update password_links set created_at = created_at - interval '1 hour' where user_id = $1 and reason = 'welcome'`

const [dataDir = '', userId] = process.argv.slice(2)
const url = findRunningCluster(dataDir)?.('vialdesk')
if (url === undefined) throw new Error('No portal runs in this folder')
await withClient(url, async (client) => {
  const { rowCount } = await client.query(AGE, [userId])
  if (rowCount !== 1) throw new Error('There is no such user with one invitation')
})
