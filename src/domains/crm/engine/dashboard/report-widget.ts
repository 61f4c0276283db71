/** A kept report as a widget of the dashboard: "report:" and its id. */
export type ReportWidget = `report:${string}`;

const MARK = 'report:';

export const reportWidget = (reportId: string): ReportWidget => `${MARK}${reportId}`;

/** The id of the kept report that a widget shows; undefined for the dashboard's own widgets. */
export const reportOf = (widget: string): string | undefined =>
  widget.startsWith(MARK) ? widget.slice(MARK.length) : undefined;
