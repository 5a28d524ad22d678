import { contract } from '@vialdesk/contract'
import { type Endpoint, serveWithProviders } from '#api/platform/http/serve.ts'
import { exportList } from './export-list.commands.ts'

/** `endpoints`: those of all other features, of which some are exported lists. */
export function exportsRouter(endpoints: readonly Endpoint[]) {
  const byKey = new Map(endpoints.map((endpoint) => [endpoint.call.key, endpoint]))
  return { csv: serveWithProviders(contract.exports.csv, (context) => exportList(context, byKey)) }
}
