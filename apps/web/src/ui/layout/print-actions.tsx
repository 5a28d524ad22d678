import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'

interface Props {
  /** The target of Back when the history is empty. */
  backPath: string
  ready: boolean
}

/** The buttons Back and Print of a printable page. They are not printed. */
export function PrintActions({ backPath, ready }: Props) {
  const { history } = useRouter()
  const back = () => (history.canGoBack() ? history.back() : history.push(backPath))
  return (
    <>
      <Button variant="default" className="no-print" onClick={back}>
        Back
      </Button>
      <Button className="no-print" leftSection={<IconPrinter size={16} />} onClick={() => window.print()} disabled={!ready}>
        Print
      </Button>
    </>
  )
}
