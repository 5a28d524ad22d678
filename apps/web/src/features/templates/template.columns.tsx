import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Template } from '@vialdesk/contract/documents/templates'
import { apiMutation } from '#web/lib/api/api.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { groupText, missingSignatureText } from './template-text.ts'
import classes from './templates.module.css'

const statusMeanings = { Completed: 'good', Processing: 'info', Failed: 'bad' } as const

function TitleCell({ template }: { template: Template }) {
  const text = groupText(template)
  // Most titles are the name of the document.
  const group = text === template.title ? undefined : text
  return (
    <Box miw="9rem" style={{ overflowWrap: 'anywhere' }}>
      <bdi>{template.title}</bdi>
      {group && (
        <Text span display="block" c="dimmed" size="xs" fw={400}>
          <bdi>{group}</bdi>
        </Text>
      )}
    </Box>
  )
}

function StatusCell({ template }: { template: Template }) {
  const missing = template.status === 'Completed' ? missingSignatureText(template) : undefined
  return (
    <Stack gap={4} align="flex-start" maw="15rem">
      <Group gap={4} className={classes.oneLine}>
        <StatusBadge meaning={template.is_active ? 'good' : 'neutral'}>{template.is_active ? 'Active' : 'Inactive'}</StatusBadge>
        <StatusBadge meaning={statusMeanings[template.status]}>{template.status}</StatusBadge>
      </Group>
      {template.status_reason && <Text size="xs">{template.status_reason}</Text>}
      {missing && <Text size="xs">{missing}</Text>}
    </Stack>
  )
}

/** The list is fetched again before the button shows the new state. */
function ActiveButton({ template }: { template: Template }) {
  const change = useMutation(apiMutation('PATCH /domain/file-signs/{id}/'))
  const isActive = template.is_active === 1
  return (
    <Button
      size="xs"
      variant="default"
      disabled={change.isPending || (!isActive && template.status === 'Failed')}
      aria-label={`${isActive ? 'Make Inactive' : 'Make Active'}: ${template.title}`}
      onClick={() => change.mutate({ params: { id: template.id }, body: { is_active: !isActive } })}
    >
      <span role="status">{change.isPending ? 'updating...' : isActive ? 'Make Inactive' : 'Make Active'}</span>
    </Button>
  )
}

interface Actions {
  onOpenFile: (template: Template) => void
  onEdit: (template: Template) => void
}

export const templateColumns = ({ onOpenFile, onEdit }: Actions): Column<Template>[] => [
  { key: 'title', header: 'Title', main: true, cell: (template) => <TitleCell template={template} /> },
  { key: 'description', header: 'Description', cell: ({ description }) => <LongText>{description}</LongText> },
  {
    key: 'file',
    header: 'File',
    noWrap: true,
    cell: (template) =>
      template.file === null ? (
        '—'
      ) : (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`See File: ${template.title}`}
          onClick={() => onOpenFile(template)}
        >
          See File
        </Anchor>
      ),
  },
  {
    key: 'template_id',
    header: 'Template Id',
    cell: ({ template_id }) => (
      <Text span size="xs" ff="monospace" display="inline-block" maw="11rem" style={{ overflowWrap: 'anywhere' }}>
        {template_id}
      </Text>
    ),
  },
  { key: 'status', header: 'Status', cell: (template) => <StatusCell template={template} /> },
  {
    key: 'action',
    header: 'Action',
    cell: (template) => (
      <Group gap={6} className={classes.oneLine}>
        <ActiveButton template={template} />
        {template.status === 'Completed' && (
          <Button size="xs" variant="light" aria-label={`Edit Template: ${template.title}`} onClick={() => onEdit(template)}>
            Edit Template
          </Button>
        )}
      </Group>
    ),
  },
]
