import { Button, Progress, Text } from '@mantine/core'
import { IconArrowDown, IconChecks } from '@tabler/icons-react'
import type { FieldForm } from '../../fields/field-form.ts'
import screen from '../signing-screen.module.css'
import classes from './sign.module.css'

/** The counter, and the way to the next field. */
export function FillBar({ form, ready, onNext }: { form: FieldForm; ready: boolean; onNext: () => void }) {
  const { done, total, next } = form.progress
  return (
    <footer className={screen.bar} data-edge="bottom">
      <div className={classes.fill}>
        <div className={classes.counter}>
          <Text size="sm" fw={600} mb={4} className="figures" aria-live="polite">
            {done} of {total} {total === 1 ? 'field' : 'fields'}
          </Text>
          <Progress
            value={total === 0 ? 100 : (done / total) * 100}
            {...(!next && { color: 'green' })}
            aria-label="Required fields that are filled"
          />
        </div>
        <Button
          disabled={!ready}
          onClick={onNext}
          leftSection={next ? <IconArrowDown size={16} /> : <IconChecks size={16} />}
          {...(!next && { color: 'green' })}
        >
          {next ? 'Next field' : 'Review'}
        </Button>
      </div>
    </footer>
  )
}
