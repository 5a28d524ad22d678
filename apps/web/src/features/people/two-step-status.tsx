import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TwoStepStatus } from '@vialdesk/contract/people/people'
import { roleName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const nameOf = ({ membership }: TwoStepStatus) => membership.name || roleName(membership.id)

const columns: Column<TwoStepStatus>[] = [
  { key: 'role', header: 'Membership', main: true, cell: nameOf },
  { key: 'users', header: 'Active users', align: 'right', cell: ({ users }) => formatCount(users) },
  {
    key: 'with_two_step',
    header: 'With two-step sign-in',
    align: 'right',
    shortCells: true,
    cell: ({ with_two_step }) => formatCount(with_two_step),
  },
  {
    key: 'required',
    header: 'Required',
    cell: ({ required }) =>
      required ? <StatusBadge meaning="good">Required</StatusBadge> : <StatusBadge meaning="neutral">Optional</StatusBadge>,
  },
]

function StatusTable() {
  const query = useQuery(apiQuery('GET /api/v1/users/two-step-status/'))
  return (
    <Loaded query={query}>
      {(rows) => (
        <ShortList
          label="Two-step sign-in by membership"
          columns={columns}
          rows={rows}
          rowKey={({ membership }) => membership.id}
          rowName={nameOf}
        />
      )}
    </Loaded>
  )
}

/** How many users of each membership use two-step sign-in, and of which memberships it is required. */
export function TwoStepStatusDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Two-step sign-in">
      <Stack gap="lg">
        <Text c="dimmed">
          With two-step sign-in, a user logs in with a password and a code of an app. Choose the memberships that must use it in{' '}
          <Anchor component={Link} to="/white-label-settings" underline="always">
            White Label Settings
          </Anchor>
          .
        </Text>
        {opened && <StatusTable />}
      </Stack>
    </Drawer>
  )
}
