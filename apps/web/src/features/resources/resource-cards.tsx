import { Paper, Stack, Title } from '@mantine/core'
import type { Resource } from '@vialdesk/contract/documents/resources'
import { LongText } from '#web/ui/text/long-text.tsx'
import { AttachmentList } from './attachment-list.tsx'
import classes from './resources.module.css'

interface Props {
  label: string
  resources: Resource[]
  /** One below the other, for a narrow panel. */
  narrow?: boolean
}

/** Resources with their links and files. */
export function ResourceCards({ label, resources, narrow }: Props) {
  return (
    <ul className={classes.cards} data-narrow={narrow} aria-label={label}>
      {resources.map(({ id, asset_name, description, assets }) => (
        <Paper component="li" withBorder p="md" key={id}>
          <Stack gap={10}>
            <Title order={3} fz="md">
              <bdi>{asset_name}</bdi>
            </Title>
            <div>
              <LongText>{description}</LongText>
            </div>
            <AttachmentList label={`Links and files of ${asset_name}`} attachments={assets} />
          </Stack>
        </Paper>
      ))}
    </ul>
  )
}
