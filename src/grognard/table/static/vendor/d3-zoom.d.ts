// What the page uses of the bundle; the rest is not looked at.
export const select: any;
export const zoom: any;
export const zoomIdentity: any;
export const zoomTransform: (node: Element) => { x: number; y: number; k: number };
