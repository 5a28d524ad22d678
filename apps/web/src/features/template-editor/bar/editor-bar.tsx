import { ActionIcon, Badge, Button, Group, Menu, Modal, NativeSelect, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronUp,
  IconFileUpload,
  IconMailForward,
} from '@tabler/icons-react'
import { MAX_PDF_BYTES } from '@vialdesk/contract/documents/templates'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { FileDrop, pdfFile } from '#web/ui/forms/file-drop.tsx'
import { ToolButton, ZoomTools } from '#web/ui/pdf/tool-button.tsx'
import classes from '../editor.module.css'
import type { Editor } from '../use-editor.ts'

interface Props {
  editor: Editor
}

const countText = (count: number) => (count === 0 ? '' : ` · ${count} ${count === 1 ? 'field' : 'fields'}`)

function PageJump({ editor: { state, page, jump } }: Props) {
  const { pages, history } = state
  const options = pages.map((_, index) => {
    const count = history.fields.filter((field) => field.page === index + 1).length
    return { value: String(index + 1), label: `Page ${index + 1}${countText(count)}` }
  })
  return (
    <Group gap={4} wrap="nowrap">
      <ToolButton label="Previous page" icon={IconChevronUp} disabled={page <= 1} onClick={() => jump(page - 1)} />
      <NativeSelect
        aria-label="Go to page"
        data={options}
        value={String(page)}
        onChange={({ currentTarget }) => jump(Number(currentTarget.value))}
        w={176}
      />
      <ToolButton label="Next page" icon={IconChevronDown} disabled={page >= pages.length} onClick={() => jump(page + 1)} />
    </Group>
  )
}

function Tools({ editor }: Props) {
  const { state, dispatch, zoom, onZoom } = editor
  const { past, future } = state.history
  return (
    <Group gap="xs" wrap="nowrap" className={classes.tools}>
      <ActionIcon.Group>
        <ToolButton label="Undo" icon={IconArrowBackUp} disabled={past.length === 0} onClick={() => dispatch({ type: 'undo' })} />
        <ToolButton
          label="Redo"
          icon={IconArrowForwardUp}
          disabled={future.length === 0}
          onClick={() => dispatch({ type: 'redo' })}
        />
      </ActionIcon.Group>
      <PageJump editor={editor} />
      <Group gap={4} wrap="nowrap">
        <ZoomTools zoom={zoom} onZoom={onZoom}>
          <Button variant="default" px={8} miw={58} onClick={() => onZoom(1)} aria-label={`Zoom ${zoom * 100}%, fit to width`}>
            {Math.round(zoom * 100)}%
          </Button>
        </ZoomTools>
      </Group>
    </Group>
  )
}

function ReplacePdfDialog({ editor: { calls, unsaved }, opened, onClose }: Props & { opened: boolean; onClose: () => void }) {
  const [rejected, setRejected] = useState<string>()
  const { busy, failure } = calls
  const replace = (file: File) => {
    setRejected(undefined)
    void calls.replacePdf(file).then((replaced) => replaced && onClose())
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Replace the PDF" centered closeOnClickOutside={!busy} closeOnEscape={!busy}>
      <Stack gap="md">
        <Text c="dimmed">
          The fields keep their places. Fields on pages that the new file does not have are removed.
          {unsaved && ' Your changes are saved first.'}
        </Text>
        <FileDrop
          label="New PDF"
          {...pdfFile(MAX_PDF_BYTES)}
          accept={['application/pdf', '.pdf']}
          busy={busy ? 'Replacing the PDF…' : undefined}
          error={rejected ?? failure?.text}
          onReject={setRejected}
          onFile={replace}
        />
      </Stack>
    </Modal>
  )
}

function MoreMenu({ editor }: Props) {
  const { state, calls } = editor
  const [replacing, setReplacing] = useState(false)
  const earlier = state.versions.filter(({ version }) => version !== state.version)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={300}>
        <Menu.Target>
          <Button variant="default" disabled={calls.busy} rightSection={<IconChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setReplacing(true)}>
            Replace PDF
          </Menu.Item>
          <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => void calls.sendTest()}>
            Send test
          </Menu.Item>
          {earlier.length > 0 && <Menu.Label>Versions</Menu.Label>}
          {earlier.map(({ version, created_at, created_by }) => (
            <Menu.Item key={version} onClick={() => void calls.loadVersion(version)}>
              Load version {version}
              <Text span display="block" size="xs" c="dimmed">
                {formatDateTime(created_at)}
                {created_by && `, ${created_by}`}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ReplacePdfDialog editor={editor} opened={replacing} onClose={() => setReplacing(false)} />
    </>
  )
}

export function EditorBar({ editor }: Props) {
  const { state, calls, unsaved } = editor
  return (
    <header className={classes.bar}>
      <Group gap="xs" wrap="nowrap" flex={{ base: 1, md: '1 1 200px' }} miw={0}>
        <Title order={1} size="h3" lineClamp={1}>
          {state.title}
        </Title>
        <Badge variant="light" color={unsaved ? 'yellow' : 'gray'} tt="none" fw={500} flex="none" visibleFrom="sm">
          Version {state.version}
          {unsaved && ', not saved'}
        </Badge>
      </Group>
      <Tools editor={editor} />
      <Group gap="xs" wrap="nowrap">
        <MoreMenu editor={editor} />
        <Button onClick={() => void calls.save()} loading={calls.saving} disabled={!unsaved || calls.busy}>
          Save
        </Button>
      </Group>
    </header>
  )
}
