import { formatCount } from '#web/page/format.ts'
import './hnd.css'

/** Draws how many of those asked have answered, as a bar and in figures. */
export const ProgressBar = ({ done, of }: { done: number; of: number }) => (
  <span className="asked-progress">
    <meter min={0} max={Math.max(1, of)} value={done} aria-hidden />
    {formatCount(done)} / {formatCount(of)}
  </span>
)
