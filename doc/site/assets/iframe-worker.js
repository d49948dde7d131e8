// Pages that are opened as files have no Worker, which the search runs in. Here it is a hidden frame of the same page.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      this.ready = new Promise((done) => {
        frame.onload = () => {
          const inside = frame.contentWindow;
          inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          inside.importScripts = () => {};
          const script = inside.document.createElement("script");
          script.onload = () => done(inside);
          script.src = url;
          inside.document.body.append(script);
        };
      });
      frame.srcdoc = "<!doctype html><body></body>";
      document.body.append(frame);
    }
    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }
    terminate() {}
  };
}
