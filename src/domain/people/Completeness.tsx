import '#web/form/archive.css'

/** Draws the completeness of an archive, as a bar and in percent. */
export const Completeness = ({ percent }: { percent: number }) => (
  <span className="completeness">
    <meter min={0} max={100} low={50} high={90} optimum={100} value={percent} aria-hidden />
    {percent}%
  </span>
)
