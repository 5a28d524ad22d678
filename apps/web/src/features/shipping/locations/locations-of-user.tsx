import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Location } from '@vialdesk/contract/care/shipping'
import { apiQuery } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const locationName = ({ location_name, address1 }: Location) => location_name || address1

export const locationColumns: Column<Location>[] = [
  { key: 'location_name', header: 'Location', main: true, cell: locationName },
  { key: 'address', header: 'Address', cell: ({ address1, address2 }) => [address1, address2].filter(Boolean).join(', ') },
  { key: 'city', header: 'City', cell: ({ city }) => city },
  { key: 'state_desc', header: 'State', cell: ({ state_desc }) => state_desc },
  { key: 'zip_code', header: 'Postal code', cell: ({ zip_code }) => zip_code || '—' },
  { key: 'country_desc', header: 'Country', cell: ({ country_desc }) => country_desc },
]

const columns: Column<Location>[] = [
  ...locationColumns,
  { key: 'default', header: '', cell: (row) => row.default && <StatusBadge meaning="neutral">Default</StatusBadge> },
]

/** The locations of a center, in a tab of its drawer or page. */
export function LocationsOfUser({ user }: { user: number }) {
  const query = useQuery(apiQuery('GET /api/v1/locations/user/{id}/', { params: { id: user } }))
  return (
    <Loaded query={query}>
      {(rows) => (
        <ShortList
          label="Locations"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={locationName}
          empty={<EmptyState icon={IconMapPin} hint="The center adds the addresses for kits and labels." />}
        />
      )}
    </Loaded>
  )
}
