// What a selector finds and where an event comes from is not known before the page is there: no type is asked of it.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  closest(selectors: string): any;
}
interface EventTarget {
  closest(selectors: string): any;
  matches(selectors: string): boolean;
  dataset: DOMStringMap;
  form: any;
  type: string;
  value: string;
  checked: boolean;
}
interface HTMLCollection {
  [index: number]: any;
}
