/** Run by journeys: `node expire-link.ts DATA_FOLDER DOCUMENT_ID` ends the mailed link of a document in the running portal. */

import { withClient } from '#api/db/connection/with-client.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'

const EXPIRE = `
  update document_recipients r
  set secret_expires_at = now()
  from documents d
  where d.domain_id = r.domain_id and d.id = r.document_id and d.document_id = $1`

const [dataDir = '', documentId] = process.argv.slice(2)
const url = findRunningCluster(dataDir)?.('vialdesk')
if (url === undefined) throw new Error('No portal runs in this folder')
await withClient(url, async (client) => {
  const { rowCount } = await client.query(EXPIRE, [documentId])
  if (rowCount !== 1) throw new Error('There is no such document with one signer')
})
