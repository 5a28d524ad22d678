/**
 * Run by journeys: `node stop-syncing.ts DATA_FOLDER` lets the database of the running portal answer before the disk has its
 * changes. The folder is thrown away afterwards.
 */
import { withClient } from '#api/db/connection/with-client.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import { unsynced } from '#api/embedded-postgres/settings.ts'

const url = findRunningCluster(process.argv[2] ?? '')?.('vialdesk')
if (url === undefined) throw new Error('No portal runs in this folder')
await withClient(url, async (client) => {
  for (const [name, value] of Object.entries(unsynced)) await client.query(`alter system set ${name} = ${value}`)
  await client.query('select pg_reload_conf()')
})
