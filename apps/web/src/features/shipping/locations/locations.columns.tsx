import type { Location } from '@vialdesk/contract/shipping'
import { DefaultSwitch } from '#web/ui/forms/default-switch.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

export const locationName = ({ location_name, address1 }: Location) => location_name || address1

interface Defaults {
  /** The location that is being made the default. */
  pending: number | undefined
  onMakeDefault: (location: Location) => void
}

export const locationPlaceColumns: Column<Location>[] = [
  { key: 'location_name', header: 'Location', main: true, cell: locationName },
  { key: 'address', header: 'Address', cell: ({ address1, address2 }) => [address1, address2].filter(Boolean).join(', ') },
  { key: 'city', header: 'City', cell: ({ city }) => city },
  { key: 'state_desc', header: 'State', cell: ({ state_desc }) => state_desc },
  { key: 'zip_code', header: 'Postal code', cell: ({ zip_code }) => zip_code || '—' },
  { key: 'country_desc', header: 'Country', cell: ({ country_desc }) => country_desc },
]

export const locationColumns = ({ pending, onMakeDefault }: Defaults): Column<Location>[] => [
  ...locationPlaceColumns,
  {
    key: 'default',
    header: 'Default',
    width: 110,
    cell: (location) => (
      <DefaultSwitch
        name={locationName(location)}
        isDefault={location.default}
        isPending={pending === location.id}
        disabled={pending !== undefined}
        onMakeDefault={() => onMakeDefault(location)}
      />
    ),
  },
]
