import { Alert, Anchor, Avatar, Button, Group, NavLink, TextInput, Title } from '@mantine/core'
import { IconInfoCircle, IconLayoutDashboard, IconReceipt2, IconTestPipe2, IconUsers } from '@tabler/icons-react'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import classes from './preview.module.css'

const entries = [
  { label: 'Dashboard', icon: IconLayoutDashboard },
  { label: 'Patients', icon: IconUsers },
  { label: 'Vials', icon: IconTestPipe2 },
  { label: 'Transactions', icon: IconReceipt2 },
]

/** Made-up rows, with every kind of element that has a colour of the brand. */
const rows = [
  { name: 'Ada Sample', stage: 'In processing', status: <StatusBadge meaning="waiting">Pending</StatusBadge> },
  { name: 'Ben Sample', stage: 'Ready', status: <StatusBadge meaning="good">Completed</StatusBadge> },
  { name: 'Cora Sample', stage: 'Stored', status: <StatusBadge meaning="good">Completed</StatusBadge> },
]

function SampleTable() {
  return (
    <PlainTable>
      <thead>
        <tr>
          <th>Patient</th>
          <th>Stage</th>
          <th>Documents</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, stage, status }) => (
          <tr key={name}>
            <td>
              <Anchor component="span" inherit fw={500}>
                {name}
              </Anchor>
            </td>
            <td>{stage}</td>
            <td>{status}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** A screen of the portal with made-up content. */
export function SampleScreen({ domain, logo }: PortalConfig) {
  return (
    <div className={classes.sample}>
      <header className={classes.bar}>
        <BrandMark name={domain.name} logo={logo} />
        <Avatar name="Ada Admin" color="brand" size={32} radius="xl" />
      </header>
      <nav className={classes.rail}>
        {entries.map(({ label, icon: Shown }, place) => (
          <NavLink
            key={label}
            component="span"
            label={label}
            active={place === 0}
            leftSection={<Shown size={18} stroke={1.6} />}
            style={{ borderRadius: 'var(--mantine-radius-default)' }}
          />
        ))}
      </nav>
      <main className={classes.content}>
        <Group justify="space-between">
          <Title order={1}>Dashboard</Title>
          <Group gap="xs">
            <Button variant="default">Cancel</Button>
            <Button>Add Patient</Button>
          </Group>
        </Group>
        <Alert color="brand" icon={<IconInfoCircle size={18} />}>
          3 patients are ready. <Anchor component="span">View</Anchor>
        </Alert>
        <StatRow>
          <Stat label="Patients" value="128" note="In all centers" />
          <Stat label="Harvest centers" value="14" note="Active accounts" />
          <Stat label="Revenue this month" value="$42,150" note="$38,700 last month" />
        </StatRow>
        <Group align="flex-end" gap="xs">
          <TextInput label="Search" placeholder="Name or email" />
          <Button variant="light">Filters</Button>
        </Group>
        <SampleTable />
      </main>
    </div>
  )
}
