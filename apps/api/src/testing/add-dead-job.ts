/**
 * Run by journeys: `node add-dead-job.ts DATA_FOLDER TASK` adds a job to the running portal whose attempts have all failed. No worker has a
 * task of this name, so the job also stays after a retry.
 */
import { withClient } from '#api/db/connection/with-client.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'

const [dataDir = '', task] = process.argv.slice(2)
const url = findRunningCluster(dataDir)?.('vialdesk')
if (url === undefined) throw new Error('No portal runs in this folder')
await withClient(url, async (client) => {
  const { rows } = await client.query(
    `select id from graphile_worker.add_job($1, '{"domain_id": 1, "data": {"name": "Ada Secret"}}', max_attempts => 3)`,
    [task],
  )
  await client.query(
    `update graphile_worker._private_jobs set attempts = 3, last_error = '[ECONNREFUSED] Ada Secret has no mail' where id = $1`,
    [rows[0].id],
  )
})
