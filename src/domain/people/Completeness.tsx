import '#web/form/archive.css'

/** How much of an archive is filled in, as a bar and in percent. */
export const Completeness = ({ percent }: { percent: number }) => (
  <span className="completeness">
    <meter min={0} max={100} low={50} high={90} optimum={100} value={percent} aria-hidden />
    {percent}%
  </span>
)
