import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { cardScriptQuery } from './accept-script.ts'
import { NOT_LOADED } from './card-error.ts'
import classes from './card-fields.module.css'

interface Props {
  url: string
  /** Runs after a successful retry, because the button that had the focus is gone. */
  onRetried: () => void
}

/** Loads the script of the card gateway while the card fields are shown, so that it works when they are filled in. Says when it cannot. */
export function CardScript({ url, onRetried }: Props) {
  const script = useQuery(cardScriptQuery(url))
  const retry = async () => {
    if ((await script.refetch()).isSuccess) onRetried()
  }
  if (script.isSuccess || script.errorUpdateCount === 0) return null
  return (
    <Alert className={classes.wide} color="red" role="alert" icon={<IconAlertCircle size={18} />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{NOT_LOADED}</Text>
        <Button variant="default" size="compact-md" loading={script.isFetching} onClick={() => void retry()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
