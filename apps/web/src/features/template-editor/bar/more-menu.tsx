import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileUpload, IconMailForward } from '@tabler/icons-react'
import { formatDateTime } from '#web/lib/format/dates.ts'
import type { EditorState } from '../state/editor-state.ts'
import classes from './bar.module.css'

interface Props {
  versions: EditorState['versions']
  current: number
  busy: boolean
  onReplace: () => void
  onSendTest: () => void
  onLoad: (version: number) => void
}

export function MoreMenu({ versions, current, busy, onReplace, onSendTest, onLoad }: Props) {
  const earlier = versions.filter(({ version }) => version !== current)
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <Button variant="default" disabled={busy} rightSection={<IconChevronDown size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={onReplace}>
          Replace PDF
        </Menu.Item>
        <Menu.Item leftSection={<IconMailForward size={16} />} onClick={onSendTest}>
          Send test
        </Menu.Item>
        {earlier.length > 0 && <Menu.Label>Versions</Menu.Label>}
        {earlier.map(({ version, created_at, created_by }) => (
          <Menu.Item key={version} onClick={() => onLoad(version)}>
            Load version {version}
            <span className={classes.version}>
              {formatDateTime(created_at)}
              {created_by && `, ${created_by}`}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
