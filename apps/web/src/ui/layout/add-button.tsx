import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

interface Props {
  disabled?: boolean
  onClick: () => void
  children: string
}

/** Opens the form for a new record. */
export const AddButton = (props: Props) => <Button leftSection={<IconPlus size={18} />} {...props} />
