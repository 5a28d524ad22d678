import { Stack, Text } from '@mantine/core'
import { membershipNames } from '@vialdesk/contract/base/roles'
import type { Asset } from '@vialdesk/contract/documents/resources'
import type { Column } from '#web/ui/table/table-types.ts'
import { LongText } from '#web/ui/text/long-text.tsx'
import { AttachmentList } from '../attachment-list.tsx'

const namesOf = ({ membership_ids }: Asset) =>
  membership_ids
    .split(',')
    .filter(Boolean)
    .map((id) => membershipNames[Number(id)] ?? `#${id}`)
    .join(', ')

export const assetColumns: Column<Asset>[] = [
  {
    key: 'details',
    sort: 'name',
    header: 'Asset Details',
    main: true,
    cell: ({ id, asset_name, description }) => (
      <Stack gap={2} maw={360}>
        <Text span fw={600}>
          <span className="figures">{id}</span> · <bdi>{asset_name}</bdi>
        </Text>
        <Text span fw="normal" size="sm" c="dimmed" lineClamp={3}>
          <LongText>{description}</LongText>
        </Text>
      </Stack>
    ),
  },
  { key: 'memberships', header: 'Memberships', cell: (asset) => namesOf(asset) || 'Admins only' },
  {
    key: 'sections',
    header: 'Resource Sections',
    cell: ({ sections }) => (
      <Stack gap={2}>
        {sections.map(({ id, url }) => (
          <bdi key={id} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </bdi>
        ))}
        {sections.length === 0 && '—'}
      </Stack>
    ),
  },
  {
    key: 'additional',
    header: 'Additional Information',
    cell: ({ asset_name, assets }) =>
      assets.length > 0 ? <AttachmentList label={`Links and files of ${asset_name}`} attachments={assets} /> : '—',
  },
]
